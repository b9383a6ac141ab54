import { t } from '#language/t';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The number of skeletons (§9). */
const SKELETON_COUNT = 9;

interface CoinSkeletonsProps {
  /** The private balance is being opened, which takes longer than a read. */
  isOpening: boolean;
}

/** Placeholder rows, the size of the rows that replace them. */
export function CoinSkeletons({ isOpening }: CoinSkeletonsProps) {
  return (
    <>
      {isOpening ? (
        <p className="coin-list__opening" role="status">
          {t(
            'We’re opening your private balance. The first time takes longest. You can leave this page.',
          )}
        </p>
      ) : null}
      <SkeletonRows isExplained={isOpening} />
    </>
  );
}

/** @param isExplained a sentence above already says what is loading. */
function SkeletonRows({ isExplained }: { isExplained: boolean }) {
  return (
    <section className="chain-section" aria-busy="true">
      <div className="chain-section__head">
        <Skeleton width={20} height={20} />
        <Skeleton width={84} height={12} />
        {isExplained ? null : (
          <span className="visually-hidden" role="status">
            {t('Loading balances')}
          </span>
        )}
        <span className="chain-section__value">
          <Skeleton width={58} height={12} />
        </span>
      </div>
      <ul>
        {Array.from({ length: SKELETON_COUNT }, (_, index) => index).map((index) => (
          <CoinSkeleton key={index} />
        ))}
      </ul>
    </section>
  );
}

function CoinSkeleton() {
  return (
    <li className="coin-row" data-testid="coin-skeleton">
      <div className="coin-row__coin">
        <Skeleton width={40} height={40} isRound />
        <TwoLines widths={[112, 44]} />
      </div>
      <TwoLines className="coin-row__price" widths={[52, 44]} />
      <div className="coin-row__line">
        <Skeleton width={98} />
      </div>
      <div className="coin-row__address">
        <Skeleton width={96} height={12} />
      </div>
      <TwoLines className="coin-row__balance" widths={[112, 80]} />
      <div className="coin-row__actions" />
    </li>
  );
}

function TwoLines({
  className = '',
  widths,
}: {
  className?: string;
  widths: readonly [number, number];
}) {
  return (
    <div className={`coin-row__lines ${className}`}>
      <span className="coin-row__name">
        <Skeleton width={widths[0]} height={13} />
      </span>
      <span className="coin-row__second">
        <Skeleton width={widths[1]} height={10} />
      </span>
    </div>
  );
}
