import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** A QR code; `label` describes its content to screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // QR readers need the quiet zone of four modules on dark pages.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
