import './address.css';

interface AddressProps {
  address: string;
}

/** The long prefix is the same in every address of its kind and says nothing. */
const HEAD_BY_PREFIX = { '0zk1': 8, other: 6 } as const;
const TAIL = 4;
const GROUP = 4;

/** Both ends of an address, for rows; the whole of it in the title. Never for checking whom one pays. */
export function ShortAddress({ address }: AddressProps) {
  const head = HEAD_BY_PREFIX[address.startsWith('0zk1') ? '0zk1' : 'other'];
  const short =
    address.length > head + TAIL + 1
      ? `${address.slice(0, head)}…${address.slice(-TAIL)}`
      : address;
  return (
    <span className="mono short-address" title={address}>
      {short}
    </span>
  );
}

/** All of an address in groups of four that alternate in weight: it is read, not skimmed. */
export function WholeAddress({ address }: AddressProps) {
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

/** The first group keeps the prefix `0x` with its four; look-alikes copy the ends, so none is stressed alone. */
function groupsOf(address: string): readonly { from: number; text: string }[] {
  const prefix = address.startsWith('0x') ? 2 : 0;
  const first = { from: 0, text: address.slice(0, prefix + GROUP) };
  const count = Math.ceil(Math.max(0, address.length - first.text.length) / GROUP);
  const rest = Array.from({ length: count }, (_, index) => {
    const from = first.text.length + index * GROUP;
    return { from, text: address.slice(from, from + GROUP) };
  });
  return [first, ...rest];
}
