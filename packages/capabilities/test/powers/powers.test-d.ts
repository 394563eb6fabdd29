import type { POWER_NAMES, PowerName, Powers } from '../../src/powers/powers.js';

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

// A power that the list forgets, or names without there being one, breaks the build here.
export const complete: Same<(typeof POWER_NAMES)[number], keyof Powers> = true;
export const named: Same<PowerName, keyof Powers> = true;

export function lent(powers: Powers): void {
  // @ts-expect-error -- S1-076: there is no shell
  void powers.command.exec('rm -rf /');
  // @ts-expect-error -- S1-077: a secret is read by name; there is no list of them
  void powers.secret.list();
  // @ts-expect-error -- a handler reads what was settled, and settles nothing
  void powers.settings.write('home', {});
  // @ts-expect-error -- files are only read
  void powers.file.writeText('/etc/passwd', '');
  // @ts-expect-error -- a note is a word with numbers, never text
  powers.log.note('read', { path: '/etc/passwd' });
  // @ts-expect-error -- what was lent stays what it is
  powers.web = undefined;
}
