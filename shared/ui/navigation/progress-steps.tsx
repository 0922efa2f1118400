import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/layout.tsx';
import classes from './progress-steps.module.css';

export interface ProgressStep {
  id: string;
  title: ReactNode;
  description?: ReactNode;
  state: 'done' | 'current' | 'todo';
  /** A link or button that opens the step. */
  action?: ReactNode;
}

interface ProgressStepsProps {
  label: string;
  steps: readonly ProgressStep[];
  layout?: 'rows' | 'line';
}

/** The steps of a task, done, current or to do; assistive technology reads the state of each step. */
export function ProgressSteps({ label, steps, layout = 'rows' }: ProgressStepsProps) {
  const { t } = useTranslation('common');
  return (
    <ol className={classes.steps} aria-label={label} data-layout={layout}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classes.step}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={classes.marker} aria-hidden="true">
            {step.state === 'done' ? <Icon name="check" /> : index + 1}
          </span>
          <div className={classes.text}>
            <span className={classes.title}>{step.title}</span>
            <VisuallyHidden> {step.state === 'done' ? t('ui.stepDone') : t('ui.stepTodo')}</VisuallyHidden>
            {step.description && <span className={classes.description}>{step.description}</span>}
          </div>
          {step.action && <div>{step.action}</div>}
        </li>
      ))}
    </ol>
  );
}
