import './summary.css';
import type { ReactNode } from 'react';

export interface SummaryRow {
  label: string;
  /** Explains the label, beside it. */
  help?: ReactNode;
  value: ReactNode;
  /** Muted text after the value. */
  note?: ReactNode;
  /** Puts the value below its label, for values that need the full width. */
  isStacked?: boolean | undefined;
}

interface SummaryProps {
  rows: readonly SummaryRow[];
  /** The total, as the last row. */
  total?: Omit<SummaryRow, 'isStacked'> | undefined;
}

/** Rows of labels and values separated by hairlines, with an optional total. */
export function Summary({ rows, total }: SummaryProps) {
  return (
    <dl className="summary">
      {rows.map((row) => (
        <div key={row.label} className={row.isStacked ? 'summary__stacked' : undefined}>
          <SummaryLine {...row} />
        </div>
      ))}
      {total ? (
        <div className="summary__total">
          <SummaryLine {...total} />
        </div>
      ) : null}
    </dl>
  );
}

function SummaryLine({ label, help, value, note }: SummaryRow) {
  return (
    <>
      <dt>
        {label}
        {help}
      </dt>
      <dd>
        <Value>{value}</Value>
        {note ? <span className="summary__note"> {note}</span> : null}
      </dd>
    </>
  );
}

/** Fits beside its label on the narrowest phones. */
const ONE_LINE = 20;

/** A short text, such as an amount and its symbol, stays on one line. */
function Value({ children }: { children: ReactNode }) {
  const isShort = typeof children === 'string' && children.length <= ONE_LINE;
  return isShort ? <span className="summary__short">{children}</span> : children;
}
