/**
 * The left column of the glossary in CONTRIBUTING.md, as what a text must not contain. The second
 * entry is what to write instead.
 */
export const glossary: Array<[RegExp, string]> = [
	[/\banswer(s|ed|ing)?\b/i, 'response, responds'],
	[/\b(give|gives|gave|come|comes|came) out\b/i, 'returns, output'],
	[/\b(go|goes|went|gone) out\b/i, 'is sent'],
	[/\be-mails?\b/i, 'email'],
	[/(?<!\b(first|same|one|capital|as a) )\bletters?\b(?! (case|other))/i, 'email'],
	[/\btime-outs?\b/i, 'timeout'],
	[/\busual(ly)?\b/i, 'default'],
	[/\bby itself\b/i, 'by default, automatically'],
	[/\brefus(e|es|ed|al)\b/i, 'rejected'],
	[/\b(people|somebody|everybody|nobody|anybody)\b/i, 'recipients'],
	[/(?<!\b(your|their|its|his|her|our|\w+'s) )\bown\b/i, 'additional, your'],
	[/\ball the same\b/i, 'anyway'],
	[/\bat once\b/i, 'immediately, in one request, at the same time'],
	[/\b(is|are|was|were) told\b|\btells?\b[^.]* apart\b/i, 'says, reports, distinguishes'],
	[/\bmade with\b/i, 'created with'],
	[/\bcarr(y|ies|ied) out\b/i, 'sent, executed'],
	[/\bpictures?\b/i, 'image'],
	[/\bwhat became of\b/i, 'the status of'],
	[/\bfor good\b/i, 'permanently'],
	[/\bstands? for\b/i, 'means, represents'],
	[/\bin turn\b/i, 'one after the other'],
	[/\b(wakes?|woken|woke)\b/i, 'resumes'],
	[/\btravels?\b/i, 'is sent'],
	[/\btrusted\b/i, 'verified'],
	[/\bof another kind\b/i, 'unexpected'],
];

/** The entries of the glossary that a text breaks, each with the word and what to write instead. */
export const breaches = (text: string): string[] =>
	glossary.flatMap(([wrong, right]) => {
		const found = wrong.exec(text);
		return found ? [`"${found[0]}" in "${text}": write ${right}`] : [];
	});
