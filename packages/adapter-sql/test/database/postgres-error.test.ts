import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connectError, postgresError } from '../../src/database/postgres-error.js';
import { SqlStoreError } from '../../src/database/sql-error.js';

/** As the driver makes one of what the server said. */
const ofServer = (code: string): Error =>
  Object.assign(new Error('duplicate: canary'), {
    code,
    detail: 'Failing row contains (canary).',
    where: 'canary',
    constraint: 'sovereign_keys_pkey',
  });

describe('postgresError', () => {
  it.each([
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['57P01', 'unavailable'],
    ['57014', 'unavailable'],
    ['08006', 'unavailable'],
    ['53100', 'unavailable'],
    ['25P03', 'unavailable'],
    ['25P04', 'unavailable'],
    ['23505', 'failed'],
    ['22021', 'failed'],
    ['42P01', 'failed'],
  ])('%s is %s', (code, fault) => {
    expect(postgresError(ofServer(code)).fault).toBe(fault);
  });

  it.each([
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    Object.assign(new Error('read'), { code: 'ECONNRESET' }),
    undefined,
  ])('what has no code of the server’s is a connection that broke', (thrown) => {
    expect(postgresError(thrown).fault).toBe('unavailable');
  });

  it('keeps the code and the constraint, and nothing of the row', () => {
    const error = postgresError(ofServer('23505'));
    expect(error.message).toContain('23505, sovereign_keys_pkey');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  });

  it('leaves what is said in this package’s words already', () => {
    const error = new SqlStoreError('closed', 'it was closed');
    expect(postgresError(error)).toBe(error);
  });
});

describe('connectError', () => {
  it.each([
    ['28P01', '(28P01)'],
    ['ECONNREFUSED', '(ECONNREFUSED)'],
    ['canary', 'reached'],
    [undefined, 'reached'],
  ])('says %s as %s, and nothing of where, as whom or with what', (code, said) => {
    const input = 'postgres://canary:canary@canary/canary';
    const thrown = Object.assign(new Error(`canary ${input}`), { code, input });
    const error = connectError(thrown);
    expect(error).toMatchObject({ name: 'SqlStoreError', fault: 'unavailable' });
    expect(error.message.endsWith(said)).toBe(true);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  });
});
