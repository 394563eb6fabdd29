/** Progress goes to stderr: stdout belongs to what was asked for. */
export function say(line) {
  process.stderr.write(`sovereign: ${line}\n`);
}
