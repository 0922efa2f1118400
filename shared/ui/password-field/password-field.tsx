import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { TextField, type TextFieldProps } from '../text-field/text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'ref'> {
  /** `current-password` to log in, `new-password` to choose one. */
  autoComplete?: 'current-password' | 'new-password';
}

/** A password field whose text can be shown; keeps the caret, and warns while Caps Lock is on. */
export function PasswordField({ description, onKeyDown, onKeyUp, onBlur, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<[number | null, number | null]>(null);
  const [isVisible, setVisible] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  // Browsers move the caret to an end when the input's type changes.
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
          {/* There from the start: a region that comes with its text is not announced. */}
          <VisuallyHidden>
            <span role="status">{capsLock}</span>
          </VisuallyHidden>
          <button
            type="button"
            className={fieldClasses.boxButton}
            aria-label={t('ui.showPassword')}
            aria-pressed={isVisible}
            aria-controls={rest.id}
            disabled={rest.disabled}
            // The focus, and with it the keyboard of a phone, stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Icon name={isVisible ? 'eye-off' : 'eye'} />
          </button>
        </>
      }
    />
  );
}
