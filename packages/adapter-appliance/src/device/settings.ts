/**
 * What the operator of a device settled, by sections, as `admit` and handlers see it.
 *
 * A section that is missing, or wrong anywhere in it, is not there: what needs it refuses, and nothing
 * else does. Secrets and addresses are no part of it.
 */
export interface DeviceSettings {
  readonly device?: GeneralSettings;
  readonly services?: ServiceSettings;
  readonly web?: WebSettings;
  readonly home_assistant?: HomeAssistantSettings;
}

/** What holds for the whole device. */
export interface GeneralSettings {
  /** The household's time zone, an IANA name: where its days begin. */
  readonly time_zone: string;
}

/** The units that may be looked at, restarted, and read the logs of; canonical names. */
export interface ServiceSettings {
  readonly status: readonly string[];
  readonly restart: readonly string[];
  readonly logs: readonly string[];
}

/** What of the web is switched on. */
export interface WebSettings {
  readonly search: boolean;
  readonly fetch: boolean;
}

/** The entities that may be read, and those of them that may be switched. */
export interface HomeAssistantSettings {
  readonly enabled: boolean;
  readonly allowlisted_entities: readonly string[];
  readonly control_enabled: boolean;
  readonly controllable_entities: readonly string[];
}

/** The part of a device's settings that a contract needs; undefined where it is not there. */
export function sectionOf<Name extends keyof DeviceSettings>(
  settings: unknown,
  name: Name,
): DeviceSettings[Name] | undefined {
  return typeof settings === 'object' && settings !== null && Object.hasOwn(settings, name)
    ? (settings as DeviceSettings)[name]
    : undefined;
}
