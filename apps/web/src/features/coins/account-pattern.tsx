import type { WalletMode } from '../../state/wallet-mode.ts';

const RINGS = Array.from({ length: 46 }, (_, index) => 30 + index * 13);
const WAVES = Array.from({ length: 40 }, (_, index) => index);
const WAVE_STEP = `q23 -17 46 0${'t46 0'.repeat(20)}`;

/** Decorative pattern that marks the mode: expanding rings for public, an envelope's security tint for private. */
export function AccountPattern({ mode }: { mode: WalletMode }) {
  return (
    <svg
      className="account-card__pattern"
      viewBox="0 0 720 240"
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {mode === 'public'
        ? RINGS.map((radius) => <circle key={radius} cx="692" cy="-8" r={radius} />)
        : WAVES.map((row) => <Wave key={row} row={row} />)}
    </svg>
  );
}

function Wave({ row }: { row: number }) {
  const y = -14 + row * 6.5;
  const shift = (row * 5.1) % 46;
  return (
    <>
      <path d={`M${-92 - shift} ${y}${WAVE_STEP}`} />
      <path d={`M${-138 + shift} ${y}${WAVE_STEP}`} />
    </>
  );
}
