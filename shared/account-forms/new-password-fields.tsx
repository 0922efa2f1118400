import { type PasswordRule, passwordRulesOf } from '@portal/contract/password';
import { portalSettings } from '@portal/shared/area';
import type { BoundField } from '@portal/shared/form';
import { Icon, PasswordField, VisuallyHidden } from '@portal/shared/ui/core';
import classes from './new-password-fields.module.css';

export interface NewPasswordFieldsProps {
  password: BoundField<string>;
  repeat: BoundField<string>;
  texts: NewPasswordTexts;
}

interface NewPasswordTexts {
  /** Labels of the two fields. */
  password: string;
  repeat: string;
  /** Names the list of rules, and is the field's error while a rule is broken. */
  rules: string;
  rule: (id: PasswordRule['id']) => string;
  /** Read out after each rule: met, or not met yet. */
  state: (isMet: boolean) => string;
  /** Announces how many rules are met. */
  progress: (met: number, total: number) => string;
}

/** A new password, the rules of the portal's configuration ticked off as they are met, and the repetition. */
export function NewPasswordFields({ password, repeat, texts }: NewPasswordFieldsProps) {
  const rules = passwordRulesOf(portalSettings().password_profile);
  const met = rules.filter((rule) => rule.test(password.value));
  const isEmpty = password.value === '';
  // The list shows which rule is broken; the field is marked all the same.
  const breaksRule = !isEmpty && met.length < rules.length && password.error !== undefined;
  return (
    <>
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        {...password}
        error={breaksRule ? texts.rules : password.error}
      />
      <div>
        <ul className={classes['list']} aria-label={texts.rules}>
          {rules.map((rule) => {
            const isMet = met.includes(rule);
            return (
              <li key={rule.id} className={classes['rule']} data-met={isMet}>
                <Icon name={isMet ? 'success' : 'dot'} size="s" />
                {texts.rule(rule.id)}
                <VisuallyHidden> {texts.state(isMet)}</VisuallyHidden>
              </li>
            );
          })}
        </ul>
        <VisuallyHidden>
          <span role="status">{!isEmpty && texts.progress(met.length, rules.length)}</span>
        </VisuallyHidden>
      </div>
      <PasswordField label={texts.repeat} autoComplete="new-password" {...repeat} />
    </>
  );
}
