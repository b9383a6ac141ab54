import type { WalletMode } from '../../state/wallet-mode.ts';

const WAVE_STEP = `q23 -17 46 0${'t46 0'.repeat(20)}`;

// One path each: a hundred elements would be created when the mode changes, and styled when the theme does.
const PATH_BY_MODE: Readonly<Record<WalletMode, string>> = {
  public: Array.from({ length: 46 }, (_, index) => ring(30 + index * 13)).join(''),
  private: Array.from({ length: 40 }, (_, index) => waves(index)).join(''),
};

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
      <path d={PATH_BY_MODE[mode]} />
    </svg>
  );
}

function ring(radius: number): string {
  const half = `a${radius} ${radius} 0 0 1`;
  return `M${692 - radius} -8${half} ${radius * 2} 0${half} ${-radius * 2} 0`;
}

function waves(row: number): string {
  const y = -14 + row * 6.5;
  const shift = (row * 5.1) % 46;
  return `M${-92 - shift} ${y}${WAVE_STEP}M${-138 + shift} ${y}${WAVE_STEP}`;
}
