/** Concentric outlines of one shape in the current text colour. */
export function SampleArt({ art }: { art: 'shield' | 'facet' }) {
  return (
    <svg width="104" height="104" viewBox="0 0 104 104" fill="none" aria-hidden="true">
      {SCALES.map((scale) => (
        <path
          key={scale}
          d={PATH_BY_ART[art]}
          transform={`translate(52 52) scale(${scale}) translate(-52 -52)`}
          stroke="currentColor"
          strokeWidth={2 / scale}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}

const SCALES = [1, 0.86, 0.72, 0.58, 0.44, 0.3, 0.16] as const;

const PATH_BY_ART = {
  shield:
    'M20 16c8 0 15 3 21 8 7-1.500 15-1.500 22 0 6-5 13-8 21-8v36c0 20-13 32-32 38-19-6-32-18-32-38Z',
  facet: 'M52 8 96 52 52 96 8 52Z',
} as const;
