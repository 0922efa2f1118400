import type { ReactNode } from 'react';
import classes from './developers.module.css';

/** Paragraphs in English. */
export function Guide({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div lang="en" className={classes['guide']}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{withCode(paragraph)}</p>
      ))}
    </div>
  );
}

/** A paragraph in which code stands between backticks. */
function withCode(paragraph: string): ReactNode[] {
  return paragraph.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className={classes['code']} translate="no">
        {part}
      </code>
    ),
  );
}
