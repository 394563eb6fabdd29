import { describe, expect, it } from 'vitest';
import { deviceCelsius, readCelsius } from '../../src/linux/temperature.js';

describe('readCelsius', () => {
  it.each([
    ['48850\n', 48.9],
    ['48850', 48.9],
    ['-5000\n', -5],
    ['0\n', null],
    ['-274000\n', null],
    ['255000\n', null],
    ['', null],
    ['warm', null],
    ['1 2', null],
  ])('reads %j as %s', (text, celsius) => {
    expect(readCelsius(text)).toBe(celsius);
  });
});

describe('deviceCelsius', () => {
  it('takes the warmest zone of the processor before any other', () => {
    const zones = [
      { type: 'acpitz', celsius: 90 },
      { type: 'x86_pkg_temp', celsius: 51 },
      { type: 'cpu-thermal', celsius: 49 },
    ];
    expect(deviceCelsius(zones)).toBe(51);
  });

  it('takes the warmest zone where none is the processor’s, or none of those answers', () => {
    expect(
      deviceCelsius([
        { type: 'acpitz', celsius: -3 },
        { type: 'iwlwifi', celsius: -2 },
      ]),
    ).toBe(-2);
    expect(
      deviceCelsius([
        { type: 'cpu-thermal', celsius: null },
        { type: 'acpitz', celsius: 40 },
      ]),
    ).toBe(40);
  });

  it('knows nothing without a reading', () => {
    expect(deviceCelsius([])).toBeNull();
    expect(deviceCelsius([{ type: 'cpu-thermal', celsius: null }])).toBeNull();
  });
});
