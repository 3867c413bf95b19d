/** A heading, and what is under it. */
type Section = [heading: string, text: string];

/** The built-in texts of one language, in the polite form. */
export interface Words {
	question: string;
	/** With its colon, before the name of a tool. */
	tool: string;
	arguments: string;
	yourResponse: string;
	/** By the plural categories of the language for whole numbers. `#` is the number. */
	atMost: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
	choose: string;
	send: string;
	/** Labels of buttons for which the user has entered none. */
	approve: string;
	decline: string;
	/** The button of a message that opens the page. */
	respond: string;
	/** Before the link of an email that has a button too. */
	openLink: string;
	/** With its colon. */
	error: string;
	errors: { approval: string; choice: string; freeText: string; tooLong: string };
	response: string;
	time: string;
	thanks: Section;
	decided: Section;
	old: Section;
	expired: Section;
	notFound: Section;
}
