import './logo.css';

/** The outline of the logo without its slots, for illustrations based on it. */
export const LOGO_OUTLINE =
  'M4.3 2.5c1.95.1 3.6.75 4.9 1.8.45.36.9.46 1.45.37a8.3 8.3 0 0 1 2.7 0c.55.09 1-.01 1.45-.37 1.3-1.05 2.95-1.7 4.9-1.8.63-.03 1.1.42 1.1 1.05V12c0 4.9-3.2 7.95-8.17 9.6a2 2 0 0 1-1.26 0C6.4 19.95 3.2 16.9 3.2 12V3.55c0-.63.47-1.08 1.1-1.05Z';
export const LOGO_SLOTS =
  'M9.9 11.15c.6 0 1.08.48 1.08 1.08v2.9a1.08 1.08 0 0 1-2.16 0v-2.9c0-.6.48-1.08 1.08-1.08Zm4.2 0c.6 0 1.08.48 1.08 1.08v2.9a1.08 1.08 0 0 1-2.16 0v-2.9c0-.6.48-1.08 1.08-1.08Z';

interface LogoProps {
  size?: number | undefined;
  /** Shows the name next to the logo. */
  hasName?: boolean | undefined;
}

/** A shield whose corners look like ears and whose slots look like a snout and a coin slot. */
export function Logo({ size = 26, hasName = true }: LogoProps) {
  return (
    <span className="logo">
      <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path fillRule="evenodd" d={`${LOGO_OUTLINE}${LOGO_SLOTS}`} />
      </svg>
      {hasName ? <span className="logo__name">Kax</span> : null}
    </span>
  );
}
