import { describe, expect, it } from 'vitest';
import { asksForAnswer } from './asks-for-answer.ts';

describe('asksForAnswer', () => {
  it.each([
    'Suspend that account, and tell me the name and the amount.',
    'How much is she charged for the CD?',
    'Which envelope is overspent the most in April 2026? Cover exactly that amount.',
    'Publish the form and return its form ID.',
    'Using the search, retrieve the top 5 web results (title, URL, and snippet) for the query.',
    'In Weather, get the current temperature and the forecast for Seattle.',
    'Search the slots and return the three earliest reservation slots.',
    'Mark them as paid. What is the balance after that?',
  ])('is true of: %s', (task) => {
    expect(asksForAnswer(task)).toBe(true);
  });

  it.each([
    'Return the book to the shelf of Station Road.',
    'Create a return request for order 12 and return the item to the store.',
    "Create a tag named 'Which one?' and a note 'Tell me more'.",
    'Set a price alert to notify me when the price falls below 300 USD.',
    "On the market, list my 'Crimson Sword' as a fixed_price listing for 2,500 credits.",
    'Check her copy in for that day as damaged.',
    'List all vaccines that are due and generate reminder entries for them.',
    'Find the patients who need an interpreter and add a note to each appointment.',
    '',
  ])('is false of: %s', (task) => {
    expect(asksForAnswer(task)).toBe(false);
  });
});
