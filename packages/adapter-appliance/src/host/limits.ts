/** The most volumes one answer names. */
export const MAX_VOLUMES = 64;

/** The longest mount point an answer names, in characters. */
export const MAX_MOUNT_POINT = 256;

/** The most processes one answer names, and how many it names unless asked. */
export const MAX_PROCESSES = 50;
export const USUAL_PROCESSES = 10;
