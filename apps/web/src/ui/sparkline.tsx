import './sparkline.css';
import { classNames } from './class-names.ts';

interface SparklineProps {
  /** Oldest first. */
  samples: readonly number[];
  width?: number | undefined;
  height?: number | undefined;
  /** Colors only the end point. */
  tone?: 'good' | 'bad' | 'plain' | undefined;
}

const MARGIN = 4;

/** The price over a day as a thin line. Decorative: the figures next to it say the same. */
export function Sparkline({ samples, width = 100, height = 32, tone = 'plain' }: SparklineProps) {
  const points = pointsOf(samples, width, height);
  const end = points.at(-1);
  if (points.length < 2 || !end) return null;
  return (
    <svg
      className={classNames('sparkline', `sparkline--${tone}`)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      aria-hidden="true"
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle cx={end.x} cy={end.y} r="2.5" />
    </svg>
  );
}

function pointsOf(samples: readonly number[], width: number, height: number) {
  const lowest = Math.min(...samples);
  const range = Math.max(...samples) - lowest;
  // Centers the line when the price did not change.
  const low = range === 0 ? lowest - 0.5 : lowest;
  const span = range || 1;
  const step = (width - 2 * MARGIN) / Math.max(1, samples.length - 1);
  return samples.map((sample, index) => ({
    x: round(MARGIN + index * step),
    y: round(height - MARGIN - ((sample - low) / span) * (height - 2 * MARGIN)),
  }));
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
