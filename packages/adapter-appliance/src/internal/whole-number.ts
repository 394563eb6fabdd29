/** Reads a decimal whole number from 0 that a number can hold exactly; null for anything else. */
export function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,16}$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}
