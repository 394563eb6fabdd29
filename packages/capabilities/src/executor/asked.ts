import { viewOf, type Pending } from '../confirmation/pending.js';
import { reject, type Rejection } from './verdict.js';

/** What somebody is told whose proposal waits, or may not: the same answer in `invoke` and in `preview`. */
export function asked(pending: Pending | 'too_many_pending'): Rejection {
  if (pending === 'too_many_pending') return reject('confirm', 'too_many_pending');
  if (pending.state === 'declined')
    return reject(
      'confirm',
      'declined',
      pending.note === undefined ? undefined : { note: pending.note },
    );
  return reject('confirm', 'confirmation_required', { pending: viewOf(pending) });
}
