import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJsonlSink } from '@sovereign/capabilities/node';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder, type FakeProcess } from '../support/fake-io.js';
import { auditEvents, auditText, invocations } from '../support/events.js';

const WRITE = ['invoke', 'notes.write@1', '{"note":"milk"}'] as const;

/** What a person is shown of a proposal, as the executor builds it. */
async function disclosureOf(argv: readonly string[]): Promise<string> {
  const { stdout } = await household(temporaryFolder(), ['preview', ...argv.slice(1), '--json']);
  return (JSON.parse(stdout) as { disclosure: { text: string } }).disclosure.text;
}

describe('invoke', () => {
  it('S3-266 runs through the door with the origin operator, and is on record once', async () => {
    const data = temporaryFolder();
    const { code } = await household(data, ['invoke', 'notes.read@1', '{"note":"milk"}']);
    expect(code).toBe(0);
    expect(invocations(data)).toMatchObject([
      {
        capability: 'notes.read',
        outcome: 'completed',
        origin: 'operator',
        principal: 'person:olga',
      },
    ]);
  });

  it('prints the result as indented JSON on stdout, and the rest on stderr', async () => {
    const data = temporaryFolder();
    const { stdout, stderr } = await household(data, ['invoke', 'notes.read@1', '{"note":"milk"}']);
    expect(stdout).toBe('{\n  "text": "milk"\n}\n');
    expect(stderr).toContain('does not isolate handlers (best effort)');
    expect(stderr).toMatch(new RegExp(`completed, event ${invocations(data)[0]?.id}, [\\d.]+ ms`));
  });

  it('prints one document with --json', async () => {
    const data = temporaryFolder();
    const { stdout } = await household(data, [
      'invoke',
      'notes.read@1',
      '{"note":"milk"}',
      '--json',
    ]);
    const [event] = invocations(data);
    expect(JSON.parse(stdout)).toEqual({
      outcome: 'completed',
      event: event?.id,
      result: { text: 'milk' },
      trust: 'tool',
      duration_ms: event?.duration_ms,
    });
  });

  it('says nothing on stderr with --quiet when all went well', async () => {
    const { stderr } = await household(temporaryFolder(), ['invoke', 'notes.read@1', '--quiet']);
    expect(stderr).toBe('');
  });

  it('says that anybody may have written a result of low trust', async () => {
    const { stderr } = await household(temporaryFolder(), ['invoke', 'notes.rumour@1']);
    expect(stderr).toContain('low trust');
  });

  it('never writes what a terminal acts on, and loses nothing of it', async () => {
    const { stdout } = await household(temporaryFolder(), ['invoke', 'notes.escape@1']);
    expect(stdout).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(stdout)).toEqual({
      text: 'a\u001b[2Jb\u009bc\u202ed\u200be\u2028f\u{e0041}g\u007fh',
    });
  });

  describe('reads arguments', () => {
    it('from a file, so that they stand in no list of processes', async () => {
      const data = temporaryFolder();
      writeFileSync(join(data, 'args.json'), '{"note":"from a file"}');
      const { stdout } = await household(
        data,
        ['invoke', 'notes.read@1', '--args-file', 'args.json'],
        { cwd: data },
      );
      expect(JSON.parse(stdout)).toEqual({ text: 'from a file' });
    });

    it('from stdin', async () => {
      const { stdout } = await household(temporaryFolder(), ['invoke', 'notes.read@1', '-'], {
        stdin: '{"note":"piped"}',
      });
      expect(JSON.parse(stdout)).toEqual({ text: 'piped' });
    });
  });

  describe('S3-266 shows what is pending', () => {
    it('byte for byte on stderr, and exits with 80', async () => {
      const data = temporaryFolder();
      const { code, stdout, stderr } = await household(data, [...WRITE, '--quiet']);
      expect(code).toBe(80);
      expect(stdout).toBe('');
      expect(stderr.startsWith(`${await disclosureOf(WRITE)}\n`)).toBe(true);
      expect(stderr).toContain('a person has to say yes first');
      expect(invocations(data)).toMatchObject([
        { outcome: 'pending', code: 'confirmation_required' },
      ]);
    });

    it('with its id and disclosure in the document of --json', async () => {
      const { code, stdout, stderr } = await household(temporaryFolder(), [...WRITE, '--json'], {
        terminal: true,
      });
      const text = await disclosureOf(WRITE);
      expect(code).toBe(80);
      expect(JSON.parse(stdout)).toMatchObject({
        outcome: 'pending',
        code: 'confirmation_required',
        pending: {
          id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
          state: 'open',
          expires_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
          disclosure: { text, digest: expect.stringMatching(/^[\da-f]{64}$/) as unknown },
        },
      });
      expect(stderr).toContain(text);
    });

    it('and escapes in it what a person could not see', async () => {
      const { stderr } = await household(temporaryFolder(), [
        'invoke',
        'notes.write@1',
        '{"note":"a\u202eb"}',
      ]);
      expect(stderr).toContain('a\\u{202e}b');
    });
  });

  describe('asks nobody', () => {
    const silent: readonly (readonly [string, readonly string[], FakeProcess])[] = [
      ['without a terminal', [], {}],
      ['with --no-input', ['--no-input'], { terminal: true, answers: ['yes'] }],
      ['with --json', ['--json'], { terminal: true, answers: ['yes'] }],
      ['with CI set', [], { terminal: true, answers: ['yes'], env: { CI: 'true' } }],
    ];
    it.each(silent)('%s', async (_, options, fake) => {
      const data = temporaryFolder();
      const { code, stderr } = await household(data, [...WRITE, ...options], fake);
      expect(code).toBe(80);
      expect(stderr).not.toContain('Run this?');
      expect(auditEvents(data).map(({ kind }) => kind)).toEqual(['invocation']);
    });

    it('when the arguments come from the terminal itself', async () => {
      const fake = { terminal: true, stdin: '{"note":"milk"}' };
      const running = household(temporaryFolder(), ['invoke', 'notes.write@1', '-'], {
        ...fake,
        signal: AbortSignal.timeout(50),
      });
      expect((await running).stderr).not.toContain('Run this?');
    });
  });

  describe('in a terminal', () => {
    it('runs what a person said yes to, once, and both are on record', async () => {
      const data = temporaryFolder();
      const { code, stdout, stderr } = await household(data, WRITE, {
        terminal: true,
        answers: ['yes'],
      });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ text: 'done' });
      expect(stderr).toContain(`${await disclosureOf(WRITE)}\nRun this? (yes/no) `);
      expect(auditEvents(data)).toMatchObject([
        { kind: 'invocation', outcome: 'pending' },
        { kind: 'decision', code: 'approved', principal: 'person:olga' },
        { kind: 'invocation', outcome: 'completed', principal: 'person:olga', origin: 'operator' },
      ]);
    });

    it('lets a person decide what is asked on their own behalf', async () => {
      const data = temporaryFolder();
      const { code } = await household(data, [...WRITE, '--as', 'person:ada'], {
        terminal: true,
        answers: ['yes'],
      });
      expect(code).toBe(0);
      expect(auditEvents(data)[1]).toMatchObject({ code: 'approved', principal: 'person:ada' });
    });

    it('runs nothing after a no, and records it', async () => {
      const data = temporaryFolder();
      const { code, stdout, stderr } = await household(data, WRITE, {
        terminal: true,
        answers: ['no'],
      });
      expect({ code, stdout }).toEqual({ code: 81, stdout: '' });
      expect(stderr).toContain('declined: nothing ran');
      expect(auditEvents(data)).toMatchObject([
        { outcome: 'pending' },
        { kind: 'decision', code: 'declined' },
      ]);
    });

    it('takes nothing but the whole word for a yes, and gives up after three tries', async () => {
      const data = temporaryFolder();
      const { code, stderr } = await household(data, WRITE, {
        terminal: true,
        answers: ['y', 'yes please', ''],
      });
      expect(code).toBe(80);
      expect(stderr.match(/Run this\?/g)).toHaveLength(3);
      expect(auditEvents(data)).toHaveLength(1);
    });

    it('takes no answer that was typed before the question', async () => {
      const data = temporaryFolder();
      const { code } = await household(data, WRITE, { terminal: true, stdin: 'yes\nyes\nyes\n' });
      expect(code).toBe(80);
      expect(auditEvents(data)).toHaveLength(1);
    });

    it('withdraws the proposal at Ctrl-C', async () => {
      const data = temporaryFolder();
      const { code, stderr } = await household(data, WRITE, { terminal: true, ctrlC: true });
      expect(code).toBe(75);
      expect(stderr).toContain('the proposal is withdrawn');
      expect(auditEvents(data)).toMatchObject([
        { outcome: 'pending' },
        { kind: 'decision', code: 'withdrawn' },
      ]);
    });

    it('shows no token anywhere', async () => {
      const data = temporaryFolder();
      const { stdout, stderr } = await household(data, WRITE, { terminal: true, answers: ['yes'] });
      expect(stdout + stderr + auditText(data)).not.toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/);
    });
  });

  it('is aborted by Ctrl-C, and the audit says cancelled', async () => {
    const data = temporaryFolder();
    const { code, stderr } = await household(data, ['invoke', 'notes.linger@1'], {
      signal: AbortSignal.timeout(100),
    });
    expect(code).toBe(75);
    expect(stderr).toContain('(cancelled)');
    expect(invocations(data)).toMatchObject([{ outcome: 'rejected', code: 'cancelled' }]);
  });

  it('goes no further while another holds the audit file', async () => {
    const data = temporaryFolder();
    const sink = await openJsonlSink(join(data, 'audit.jsonl'));
    try {
      const { code, stderr } = await household(data, ['invoke', 'notes.read@1']);
      expect(code).toBe(69);
      expect(stderr).toContain('audit_locked: ');
    } finally {
      await sink.close();
    }
  });

  describe('exits with', () => {
    const yes: FakeProcess = { terminal: true, answers: ['yes'] };
    const table: readonly (readonly [number, string, readonly string[], FakeProcess])[] = [
      [0, 'completed', ['notes.read@1'], {}],
      [64, 'a missing version', ['notes.read'], {}],
      [64, 'arguments given twice', ['notes.read@1', '{}', '--args-file', 'x'], {}],
      [64, 'a malformed --as', ['notes.read@1', '--as', 'mind:muse'], {}],
      [64, 'a malformed --turn', ['notes.read@1', '--turn', 'a b'], {}],
      [65, 'text that is not JSON', ['notes.read@1', '{note}'], {}],
      [65, 'invalid_arguments', ['notes.read@1', '{"note":1}'], {}],
      [66, 'unknown_capability', ['notes.rea@1'], {}],
      [66, 'an unknown version', ['notes.read@3'], {}],
      [70, 'handler_failed', ['notes.break@1'], {}],
      [70, 'invalid_result', ['notes.lie@1'], {}],
      [70, 'an outcome that is unknown', ['notes.tear@1'], yes],
      [75, 'timed_out', ['notes.wait@1'], {}],
      [75, 'result_too_large', ['notes.flood@1'], {}],
      [77, 'denied_by_policy', ['notes.closed@1'], {}],
      [77, 'locked', ['delete_database@1'], {}],
      [77, 'not_admitted', ['notes.write@1', '{"note":""}'], {}],
      [77, 'principal_inactive', ['notes.read@1', '--as', 'person:zoe'], {}],
      [77, 'a person nobody knows', ['notes.read@1', '--as', 'person:nobody'], {}],
      [80, 'confirmation_required', ['notes.publish@1'], {}],
      [81, 'declined', ['notes.publish@1'], { terminal: true, answers: ['no'] }],
    ];
    it.each(table)('%d for %s', async (code, _, argv, fake) => {
      expect(await household(temporaryFolder(), ['invoke', ...argv], fake)).toMatchObject({ code });
    });
  });

  it('says in one line what, where and the remedy', async () => {
    const { stderr } = await household(temporaryFolder(), [
      'invoke',
      'notes.read@1',
      '{"note":1}',
      '--quiet',
    ]);
    expect(stderr.split('\n')[0]).toBe(
      'sovereign: `notes.read@1` was refused, at validate (invalid_arguments), `/note` breaks `type`; ' +
        '`sovereign describe` shows the arguments it takes',
    );
  });

  it('S1-056 names no capability that is merely alike', async () => {
    const { stderr } = await household(temporaryFolder(), ['invoke', 'notes.raed@1']);
    expect(stderr).toContain('`sovereign list` shows them all');
    expect(stderr).not.toContain('notes.read');
  });

  describe('keeps what it was given to itself', () => {
    const CANARY = 'canary-7f3a91';
    const json = JSON.stringify({ note: CANARY });
    const runs: readonly (readonly [string, readonly string[], FakeProcess])[] = [
      ['a result', ['notes.read@1', json], {}],
      ['a handler that throws its arguments', ['notes.break@1', json], {}],
      [
        'a handler that throws its arguments, while debugging',
        ['notes.break@1', json],
        { env: { SOVEREIGN_DEBUG: '1' } },
      ],
      [
        'arguments that do not fit',
        ['notes.read@1', `{"note":"${CANARY}","count":"${CANARY}","${CANARY}":1}`],
        {},
      ],
      ['text that is not JSON', ['notes.read@1', `{"note":"${CANARY}"`], {}],
      [
        'text that is not JSON, while debugging',
        ['notes.read@1', `${CANARY}`],
        { env: { SOVEREIGN_DEBUG: '1' } },
      ],
      ['arguments in the place of the name', [json, 'notes.read@1'], {}],
      ['arguments without quotes', ['notes.read@1', '{note:', CANARY, '}'], {}],
      ['stdin that is not JSON', ['notes.read@1', '-'], { stdin: CANARY }],
      ['a lock', ['delete_database@1', json], {}],
      ['an option that does not exist', ['notes.read@1', `--${CANARY}`], {}],
    ];
    it.each(runs)('%s', async (_, argv, fake) => {
      const data = temporaryFolder();
      // One event at least, so that there is a file to look into.
      await household(data, ['invoke', 'notes.read@1']);
      const { stderr } = await household(data, ['invoke', ...argv], fake);
      expect(stderr).not.toContain(CANARY);
      expect(auditText(data)).not.toContain(CANARY);
    });

    it('where a handler threw is said while debugging', async () => {
      const { stderr } = await household(temporaryFolder(), ['invoke', 'notes.break@1', json], {
        env: { SOVEREIGN_DEBUG: '1' },
      });
      expect(stderr).toContain('debug: notes.break@1: Error');
      expect(stderr).toContain('household.ts');
    });
  });
});
