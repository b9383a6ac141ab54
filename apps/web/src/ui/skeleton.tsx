import './skeleton.css';

interface SkeletonProps {
  /** Any CSS length. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  isRound?: boolean | undefined;
}

/** The measure of something that is still on its way. What it is a part of says that it loads. */
export function Skeleton({ width = '100%', height = 14, isRound = false }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: isRound ? '50%' : undefined }}
    />
  );
}
