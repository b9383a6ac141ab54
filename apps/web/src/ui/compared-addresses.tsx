import { t } from '#language/t';
import './compared-addresses.css';
import type { ReactNode } from 'react';
import { type AddressGroup, FullAddress, groupsOf } from './address.tsx';
import { classNames } from './class-names.ts';

/** One of two addresses that are compared, and whose it is. */
export interface ComparedAddress {
  readonly label: ReactNode;
  /** Before the label. */
  readonly icon?: ReactNode;
  readonly address: string;
}

interface ComparedAddressesProps {
  /** The address that is trusted. */
  known: ComparedAddress;
  /** What differs from the known address is marked here. */
  other: ComparedAddress;
}

/** Two whole addresses, one above the other. Groups that differ are colored, underlined and counted. */
export function ComparedAddresses({ known, other }: ComparedAddressesProps) {
  return (
    <dl className="compared-addresses">
      <div>
        <Label {...known} />
        <dd>
          <FullAddress address={known.address} />
        </dd>
      </div>
      <div>
        <Label {...other} />
        <dd>
          <OtherAddress known={known.address} other={other.address} />
        </dd>
      </div>
    </dl>
  );
}

function Label({ icon, label }: ComparedAddress) {
  return (
    <dt>
      {icon}
      <span>{label}</span>
    </dt>
  );
}

function OtherAddress({ known, other }: { known: string; other: string }) {
  const expected = groupsOf(known);
  const groups = groupsOf(other);
  const differs = ({ text }: AddressGroup, index: number) =>
    text.toLowerCase() !== expected[index]?.text.toLowerCase();
  const count = groups.filter(differs).length;
  return (
    <>
      <span className="whole-address">
        {groups.map((group, index) => (
          <span
            key={group.from}
            className={classNames(
              index % 2 === 0 && 'whole-address__strong',
              differs(group, index) && 'compared-addresses__different',
            )}
          >
            {group.text}
          </span>
        ))}
      </span>
      <span className="visually-hidden">
        {' '}
        {t('{count} of {total} groups differ.', { count, total: groups.length })}
      </span>
    </>
  );
}
