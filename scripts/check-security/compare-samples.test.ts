import { describe, expect, it } from 'vitest';
import { compareSamples, type Sample } from './compare-samples.ts';

const probe = { name: 'search', status: 200 };

/** 200 samples around a time, always the same ones. */
function samplesAround(ms: number, overrides: Partial<Sample> = {}): readonly Sample[] {
  return Array.from({ length: 200 }, (_, index) => {
    const noise = ((index * 37) % 100) / 50 - 1;
    return { ms: ms + noise, status: 200, shape: '{"data":null}', ...overrides };
  });
}

describe('two kinds of requests', () => {
  it('are the same with the same responses in the same time', () => {
    expect(compareSamples(probe, samplesAround(250), samplesAround(250))).toEqual({
      figure: 'search |t| 0.0, medians 0.0 % apart, all 200',
      isGood: true,
    });
  });

  it.each([
    ['one takes half a millisecond longer', samplesAround(250.5)],
    ['one has another response', samplesAround(250, { shape: '{"data":{}}' })],
    ['one has another status', samplesAround(250, { status: 404 })],
  ])('differ when %s', (_what, other) => {
    expect(compareSamples(probe, samplesAround(250), other).isGood).toBe(false);
  });

  it('prove nothing when a limit refuses both', () => {
    const refused = samplesAround(250, { status: 429 });
    expect(compareSamples(probe, refused, refused).isGood).toBe(false);
  });
});
