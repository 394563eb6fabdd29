import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Options } from '../options.js';
import { inSweep } from '../session.js';
import { counted } from '../units.js';

/** Ends what time has ended, as any scheduler may ask for: running it twice does nothing twice. */
export function sweep(options: Options, io: Io): Promise<Exit> {
  return inSweep(options, io, async ({ executor, out }) => {
    const { intents, pending, grants, requests, clockMovedBack } = await executor.sweep();
    if (options.json === true)
      await out.json({ intents, pending, grants, requests, clock_moved_back: clockMovedBack });
    else
      await out.data(
        [
          counted(intents, 'attempt'),
          counted(pending, 'proposal'),
          counted(grants, 'grant'),
          counted(requests, 'request'),
        ].join(', ') + ' ended',
      );
    if (clockMovedBack)
      await out.say('note: the clock was found set back; everything that waited was ended', 'bad');
    return 'completed';
  });
}
