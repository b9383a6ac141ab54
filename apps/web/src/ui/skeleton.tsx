import './skeleton.css';

interface SkeletonProps {
  /** Any CSS length. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  isRound?: boolean | undefined;
}

/** Placeholder the size of content that is still loading. Its container announces the loading. */
export function Skeleton({ width = '100%', height = 14, isRound = false }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: isRound ? '50%' : undefined }}
    />
  );
}
