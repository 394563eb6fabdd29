/** Reads /proc/uptime: whole seconds since the machine started. Source: proc_uptime(5). */
export function readUptimeSeconds(text: string): number | null {
  const seconds = /^([0-9]{1,12})\.[0-9]+ /.exec(text)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
