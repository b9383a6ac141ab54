import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /rango-exchange (§2 Swap). */
export default function RangoExchange() {
  return (
    <ComingLater title="Swap">
      Tokens will be exchanged here, also from one chain to another.
    </ComingLater>
  );
}
