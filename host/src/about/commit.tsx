import classes from './about.module.css';

/** A commit as people name it; the whole of it on hovering. */
export function Commit({ commit }: { commit: string | null }) {
  if (commit === null) return <span>–</span>;
  return (
    <code className={classes['code']} title={commit}>
      {commit.slice(0, 10)}
    </code>
  );
}
