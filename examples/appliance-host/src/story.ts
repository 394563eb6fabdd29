import type { Outcome } from '@sovereign/capabilities';

/** Opens a part of the story. */
export function heading(text: string): void {
  console.log(`\n${text}\n${'-'.repeat(text.length)}`);
}

/** Shows how an invocation ended. */
export function show(outcome: Outcome): void {
  const { event, ...rest } = outcome;
  console.log(JSON.stringify(rest, undefined, 2));
  console.log(`(audit event ${event})`);
}

/** Says that a claim holds, or makes the program fail. */
export function check(holds: boolean, claim: string): void {
  console.log(`${holds ? 'ok' : 'NOT TRUE'}: ${claim}`);
  if (!holds) process.exitCode = 1;
}
