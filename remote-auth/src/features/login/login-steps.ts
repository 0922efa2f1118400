// What the browser keeps with the log-in screen's address: a step back leads to the form, and a reload stays.

/** The password was right, the code is still owed. */
export const secondStep = 'second-step';

/** The second step took too long: the form again, and why. */
export const lateStep = 'late-step';
