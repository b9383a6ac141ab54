import './sparkline.css';
import { classNames } from './class-names.ts';

interface SparklineProps {
  /** Oldest first. */
  samples: readonly number[];
  width?: number | undefined;
  height?: number | undefined;
  /** Colours the end point only. */
  tone?: 'good' | 'bad' | 'plain' | undefined;
}

const MARGIN = 4;

/** The shape of a day in a thin line. The figures beside it say the same in words. */
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
  // A price that did not move is a line through the middle.
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
