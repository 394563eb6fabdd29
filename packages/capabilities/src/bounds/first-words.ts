import type { Deadlines } from './deadlines.js';
import type { Ear, Worker } from './worker.js';

/** How long a worker may take until it is there, and until its handler is. */
const START_MS = 10_000;

/** Tells once whether a worker is there: that is the first that it says, and all that it may say unasked. */
export function hearReady(
  worker: Worker,
  deadlines: Deadlines,
  told: (isReady: boolean) => void,
): void {
  const tell = once<boolean>(told, deadlines, false);
  worker.listen(
    { heard: (message) => tell(wordOf(message).is === 'ready'), gone: () => tell(false) },
    4_096,
  );
}

/** Hands a worker its handler, and tells once what is wrong with it; undefined where it is loaded. */
export function hearLoaded(
  worker: Worker,
  source: string,
  deadlines: Deadlines,
  told: (fault: string | undefined) => void,
): void {
  const tell = once<string | undefined>(told, deadlines, 'its module did not load in time');
  const ear: Ear = {
    heard(message) {
      const { is, text } = wordOf(message);
      if (is === 'loaded') tell(undefined);
      else tell(typeof text === 'string' ? text : 'its module did not load');
    },
    gone: () => tell('its worker ended while its module was loaded'),
  };
  worker.listen(ear, 65_536);
  worker.say({ is: 'load', source });
}

/** Of what a worker says, and its silence, the first counts. */
function once<T>(told: (what: T) => void, deadlines: Deadlines, inSilence: T): (what: T) => void {
  let isTold = false;
  const tell = (what: T): void => {
    if (isTold) return;
    isTold = true;
    cancel();
    told(what);
  };
  const cancel = deadlines.after(START_MS, () => tell(inSilence));
  return tell;
}

const wordOf = (message: unknown): { readonly is?: unknown; readonly text?: unknown } =>
  typeof message === 'object' && message !== null ? message : {};
