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
} from 'react-aria-components';
import { Icon } from '../icon/icon.tsx';
import { AriaPopover } from '../popup/aria-popover.tsx';
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

/** A month to choose a day from; opens above its field and closes with a choice. */
export function CalendarPopup({
  anchor,
  labelledBy,
  value,
  min,
  max,
  onChoose,
  onClose,
}: CalendarPopupProps) {
  return (
    <AriaPopover
      {...{ anchor, onClose }}
      placement="top start"
      aria-labelledby={labelledBy}
      className={classes.popup}
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
    </AriaPopover>
  );
}
