import { LOGO_OUTLINE, LOGO_SLOTS } from '../../ui/logo.tsx';
import { useIsPagePainted } from './use-is-page-painted.ts';

const CENTRE = { x: 360, y: 376 };
const INTO_PLACE = `translate(${CENTRE.x} ${CENTRE.y}) scale(17.5) translate(-12 -12.15)`;

const RING_STEP = 15;
const rings = Array.from({ length: 58 }, (_, index) => (index + 2) * RING_STEP);

/** Waves like an envelope's security tint: rows that drift to the right, and their mirror image. */
const ROW_STEP = 7;
const WAVE = 54;
const DRIFT = 0.1;
const waves = Array.from({ length: 68 }, (_, row) => {
  const offset = (row * DRIFT * WAVE) % WAVE;
  const y = 150 + row * ROW_STEP;
  return `${wave(2 * WAVE + offset, y)}${wave(3 * WAVE - offset, y)}`;
}).join('');

function wave(left: number, y: number): string {
  return `M${-left} ${y}q27-20 54 0${'t54 0'.repeat(18)}`;
}

/**
 * Rings that spread out for everyone to see, and a closed shield with a pattern inside.
 * It takes longer to paint than the rest of the page, so it's drawn after the first paint.
 */
export function AuthPicture() {
  return useIsPagePainted() ? <Drawing /> : null;
}

function Drawing() {
  return (
    <svg
      className="auth__picture"
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <defs>
        <clipPath id="auth-shield">
          <path transform={INTO_PLACE} d={LOGO_OUTLINE} />
        </clipPath>
        <radialGradient
          id="auth-fade"
          cx={CENTRE.x}
          cy={CENTRE.y}
          r="560"
          gradientUnits="userSpaceOnUse"
        >
          <stop offset=".3" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id="auth-rings">
          <rect width="720" height="900" fill="url(#auth-fade)" />
        </mask>
      </defs>
      <g mask="url(#auth-rings)" className="auth__rings">
        {rings.map((radius) => (
          <circle key={radius} cx={CENTRE.x} cy={CENTRE.y} r={radius} />
        ))}
      </g>
      <path className="auth__shield" transform={INTO_PLACE} d={LOGO_OUTLINE} />
      <path className="auth__waves" clipPath="url(#auth-shield)" d={waves} />
      <path className="auth__outline" transform={INTO_PLACE} d={LOGO_OUTLINE} />
      <path className="auth__shield auth__outline" transform={INTO_PLACE} d={LOGO_SLOTS} />
    </svg>
  );
}
