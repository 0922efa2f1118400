import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../layout/layout.tsx';
import { FieldButton } from './field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'ref'> {
  /** `current-password` to log in, `new-password` to choose a password. */
  autoComplete?: 'current-password' | 'new-password';
}

/** A password field whose text can be shown; the caret keeps its place, and Caps Lock shows a warning. */
export function PasswordField({ description, onKeyDown, onKeyUp, onBlur, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<[number | null, number | null]>(null);
  const [isVisible, setVisible] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  // Browsers move the caret when the input's type changes.
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current);
    caret.current = null;
  }, [isVisible]);

  function toggle() {
    caret.current = [input.current?.selectionStart ?? null, input.current?.selectionEnd ?? null];
    setVisible(!isVisible);
  }
  function watchCapsLock(event: KeyboardEvent) {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }
  const capsLock = isCapsLockOn && t('ui.capsLock');
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      ref={input}
      type={isVisible ? 'text' : 'password'}
      description={
        capsLock ? (
          <>
            {description} {capsLock}
          </>
        ) : (
          description
        )
      }
      onKeyDown={(event) => {
        watchCapsLock(event);
        onKeyDown?.(event);
      }}
      onKeyUp={(event) => {
        watchCapsLock(event);
        onKeyUp?.(event);
      }}
      onBlur={(event) => {
        setCapsLockOn(false);
        onBlur?.(event);
      }}
      end={
        <>
          {/* Rendered before its text: a live region that appears with its text is not announced. */}
          <VisuallyHidden>
            <span role="status">{capsLock}</span>
          </VisuallyHidden>
          <FieldButton
            icon={isVisible ? 'eye-off' : 'eye'}
            label={t('ui.showPassword')}
            aria-pressed={isVisible}
            aria-controls={rest.id}
            disabled={rest.disabled}
            // The focus stays in the field, so a phone's keyboard stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          />
        </>
      }
    />
  );
}
