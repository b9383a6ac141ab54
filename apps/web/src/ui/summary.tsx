import './summary.css';
import type { ReactNode } from 'react';

export interface SummaryRow {
  label: string;
  value: ReactNode;
  /** Quieter, after the value. */
  note?: ReactNode;
  /** The value under its label, for what needs the whole width. */
  isStacked?: boolean | undefined;
}

interface SummaryProps {
  rows: readonly SummaryRow[];
  /** The last line: what it comes to. */
  total?: Omit<SummaryRow, 'isStacked'> | undefined;
}

/** Labels and values with hairlines between, and what it comes to at the end. */
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

function SummaryLine({ label, value, note }: SummaryRow) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {value}
        {note ? <span className="summary__note"> {note}</span> : null}
      </dd>
    </>
  );
}
