import { useLeaveQuestion } from '@portal/shared/area';
import { LeaveDialog } from './leave-dialog.tsx';

/** Asks before a navigation loses what the customer has typed. */
export function LeaveQuestion() {
  const { isAsked, stay, leave } = useLeaveQuestion();
  return <LeaveDialog isOpen={isAsked} onLeave={leave} onStay={stay} />;
}
