import { CopyButton, type CopyButtonProps } from '../copy-button/copy-button.tsx';
import { Inline } from '../layout/layout.tsx';

export type CopyableCodeProps = Pick<CopyButtonProps, 'text' | 'label'>;

/** An identifier or an address of a machine, with a button that copies it. */
export function CopyableCode(props: CopyableCodeProps) {
  return (
    <Inline gap="1">
      <code>{props.text}</code>
      <CopyButton {...props} />
    </Inline>
  );
}
