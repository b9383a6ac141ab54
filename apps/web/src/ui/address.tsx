import './address.css';

interface AddressProps {
  address: string;
}

/** Shows more of private addresses, because they all start with the same prefix. */
const HEAD_BY_PREFIX = { '0zk1': 8, other: 6 } as const;
const TAIL = 4;
const GROUP = 4;

/** An address shortened to both ends, for rows; the title has all of it. Never use it to check a recipient. */
export function ShortAddress({ address }: AddressProps) {
  return (
    <span className="mono short-address" title={address}>
      {shortAddress(address)}
    </span>
  );
}

/** @returns both ends of an address, as in `0x7aB1…93fE` */
export function shortAddress(address: string): string {
  const head = HEAD_BY_PREFIX[address.startsWith('0zk1') ? '0zk1' : 'other'];
  const isLong = address.length > head + TAIL + 1;
  return isLong ? `${address.slice(0, head)}…${address.slice(-TAIL)}` : address;
}

/** A full address in groups of four with alternating weight, so that it's read and not skimmed. */
export function FullAddress({ address }: AddressProps) {
  return (
    <span className="whole-address">
      {groupsOf(address).map((group, index) => (
        <span key={group.from} className={index % 2 === 0 ? 'whole-address__strong' : undefined}>
          {group.text}
        </span>
      ))}
    </span>
  );
}

/** A part of an address, and where it begins. */
export interface AddressGroup {
  readonly from: number;
  readonly text: string;
}

/**
 * Splits an address into groups of four characters; the first one has `0x` too. No end is emphasized alone, because
 * look-alike addresses copy the ends.
 */
export function groupsOf(address: string): readonly AddressGroup[] {
  const prefix = address.startsWith('0x') ? 2 : 0;
  const first = { from: 0, text: address.slice(0, prefix + GROUP) };
  const count = Math.ceil(Math.max(0, address.length - first.text.length) / GROUP);
  const rest = Array.from({ length: count }, (_, index) => {
    const from = first.text.length + index * GROUP;
    return { from, text: address.slice(from, from + GROUP) };
  });
  return [first, ...rest];
}
