import type { Words } from './words';

/** Lithuanian */
export const lt: Words = {
	question: 'Reikia jūsų atsakymo',
	tool: 'Įrankis:',
	arguments: 'Argumentai',
	yourResponse: 'Jūsų atsakymas',
	atMost: {
		one: 'Ne daugiau kaip # simbolis',
		few: 'Ne daugiau kaip # simboliai',
		other: 'Ne daugiau kaip # simbolių',
	},
	choose: 'Pasirinkite vieną variantą',
	send: 'Siųsti atsakymą',
	approve: 'Patvirtinti',
	decline: 'Atmesti',
	respond: 'Atsakyti',
	openLink: 'Jei mygtukas neveikia, atverkite šią nuorodą:',
	error: 'Klaida:',
	errors: {
		approval: 'Atsakymas neišsaugotas. Paspauskite mygtuką.',
		choice: 'Atsakymas neišsaugotas. Pasirinkite vieną iš variantų.',
		freeText: 'Atsakymas neišsaugotas. Įveskite tekstą.',
		tooLong: 'Atsakymas neišsaugotas. Jis per ilgas. Sutrumpinkite jį.',
	},
	response: 'Atsakymas',
	time: 'Laikas',
	thanks: [
		'Dėkojame',
		'Jūsų atsakymas išsaugotas. Galite užverti šį puslapį; nuoroda jau panaudota.',
	],
	decided: ['Jau atsakyta', 'Atsakymas buvo išsaugotas anksčiau. Jo pakeisti negalima.'],
	old: [
		'Ši nuoroda nebegalioja',
		'Ją pakeitė naujesnis pranešimas. Atverkite nuorodą naujausiame pranešime.',
	],
	expired: ['Laikas atsakyti baigėsi', 'Per šią nuorodą atsakyti nebegalima.'],
	notFound: [
		'Puslapis nerastas',
		'Dar kartą atverkite nuorodą pranešime arba nukopijuokite visą nuorodą.',
	],
};
