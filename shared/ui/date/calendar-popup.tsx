import { parseDate } from '@internationalized/date';
import type { RefObject } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  Popover,
} from 'react-aria-components';
import { AriaLocale } from '../aria-locale.tsx';
import { Icon } from '../icon/icon.tsx';
import { useKeyboardOpening } from '../keyboard-opening.ts';
import popoverClasses from '../popover.module.css';
import classes from './calendar.module.css';
import type { Day } from './calendar-day.ts';

export interface CalendarPopupProps {
  anchor: RefObject<HTMLElement | null>;
  labelledBy: string;
  value: Day | null;
  min: Day | undefined;
  max: Day | undefined;
  onChoose: (day: Day) => void;
  onClose: () => void;
}

/** A month to choose a day from; opens above its field and applies at once. */
export function CalendarPopup({
  anchor,
  labelledBy,
  value,
  min,
  max,
  onChoose,
  onClose,
}: CalendarPopupProps) {
  useKeyboardOpening(anchor);
  return (
    <AriaLocale>
      <Popover
        isOpen
        triggerRef={anchor}
        placement="top start"
        offset={4}
        aria-labelledby={labelledBy}
        className={`${popoverClasses.popover} ${classes.popup}`}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Calendar
          autoFocus
          aria-labelledby={labelledBy}
          firstDayOfWeek="mon"
          value={value ? parseDate(value) : null}
          minValue={min ? parseDate(min) : null}
          maxValue={max ? parseDate(max) : null}
          onChange={(day) => onChoose(day.toString())}
        >
          <div className={classes.header}>
            <Button slot="previous" className={classes.turn ?? ''}>
              <Icon name="chevron-left" />
            </Button>
            <Heading className={classes.month ?? ''} />
            <Button slot="next" className={classes.turn ?? ''}>
              <Icon name="chevron-right" />
            </Button>
          </div>
          <CalendarGrid weekdayStyle="short" className={classes.grid ?? ''}>
            <CalendarGridHeader>
              {(day) => <CalendarHeaderCell className={classes.weekday ?? ''}>{day}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className={classes.day ?? ''} />}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Popover>
    </AriaLocale>
  );
}
