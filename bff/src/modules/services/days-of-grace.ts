/** Days that a number remains while the balance does not cover its rent. */
export const daysOfGrace = 7;
