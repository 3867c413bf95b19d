import type { Words } from './words';

/** Latvian */
export const lv: Words = {
	question: 'Nepieciešama jūsu atbilde',
	tool: 'Rīks:',
	arguments: 'Argumenti',
	yourResponse: 'Jūsu atbilde',
	atMost: {
		zero: 'Ne vairāk kā # rakstzīmju',
		one: 'Ne vairāk kā # rakstzīme',
		other: 'Ne vairāk kā # rakstzīmes',
	},
	choose: 'Izvēlieties vienu variantu',
	send: 'Nosūtīt atbildi',
	approve: 'Apstiprināt',
	decline: 'Noraidīt',
	respond: 'Atbildēt',
	openLink: 'Ja poga nedarbojas, atveriet šo saiti:',
	error: 'Kļūda:',
	errors: {
		approval: 'Atbilde nav saglabāta. Nospiediet pogu.',
		choice: 'Atbilde nav saglabāta. Izvēlieties vienu no variantiem.',
		freeText: 'Atbilde nav saglabāta. Ievadiet tekstu.',
		tooLong: 'Atbilde nav saglabāta. Tā ir pārāk gara. Saīsiniet to.',
	},
	response: 'Atbilde',
	time: 'Laiks',
	thanks: [
		'Paldies',
		'Jūsu atbilde ir saglabāta. Varat aizvērt šo lapu; saite jau ir izmantota.',
	],
	decided: ['Jau ir atbildēts', 'Atbilde tika saglabāta agrāk. To nevar mainīt.'],
	old: [
		'Šī saite vairs nav derīga',
		'To ir aizstājis jaunāks ziņojums. Atveriet saiti jaunākajā ziņojumā.',
	],
	expired: ['Atbildes laiks ir beidzies', 'Izmantojot šo saiti, vairs nevar atbildēt.'],
	notFound: ['Lapa nav atrasta', 'Vēlreiz atveriet saiti ziņojumā vai nokopējiet visu saiti.'],
};
