"""The list behind the words of a charter: `docs/words.txt`, which a test compares with it."""

from __future__ import annotations

TEXT = """
ability aboard about above abroad absence absent accent accepts access account acorn acrobat across active actor
acts address adds adjacent admiral adult afloat again against agent agree ahead alarm album alcove alike alliance
allies allows almond alone already also altar altered alters although always amber ambition amid among amulet anchor
anchovy anew angel ankle annals another answer answered antique anvil anything anywhere appear apple apricot apron
arbor archer archive arena argument arises armchair arrears arrival arrive arrow artist ashore ashtray asked
astrolabe athlete atlas attached attempt attic audience audit aunt author autumn avenue average avocado awaited away
awning axis axle bachelor back bacon badge bagpipe baker ballad ballast balloon ballot bamboo banana bandage banjo
banner banquet barber bargain barley barn barnacle barometer barrel bases basil basket bassoon bathtub bazaar beach
bearing beaver becalmed became because becomes bedrock bedroom been beetle before begins begun behind being believed
bellboy bellows belongs below beneath beret berry beside between beyond bicycle bids bilge binary bingo birch
birthday biscuit bishop blackbird blanket blanks blender blind blizzard blossom blue blueprint boarding bobbin body
bodyguard boiler bonfire bonnet bonus bookcase boomerang boot border borough bosun botany bottle bottom bought
boulder bounce bouquet bowl bowsprit boxcar boxes bracelet brackets bramble branches brandy brass bread breaks
breeze brewery brick bridge brief brig brings broadside broccoli broken bronze brook broth browser brush bubble
bucket buckle budget buffalo bugle builder built bulldog bumper bungalow bureau burrow busiest business busy butcher
butter butterfly button buys buzzard cabaret cabbage cactus cadet cafe calendar calico called camel camera campaign
campfire canal cancel candle candy cannons cannot canoe canteen canvas canyon capitals capstan capsule captain
captor captured caramel caravan carbon card cardigan cargo carnival carpenter carpet carriage carries carrot cashew
casino castle catapult cathedral cauldron cavalry cavern cedar celery cellar cello cement century ceramic cereal
chain chairman chalk chamber champion chance chandler changed channel chapel chapter charcoal chariot chart cheapest
check checkout cheese cheetah chemist cherry chess chestnut chicken chieftain chimney chipmunk chisel choice choose
chorus chosen chunks cider cigar cinema cinnamon circles circuit circus citizen citrus claims clapper clarinet
classes classroom clay clear clergy click client cliff clinic cloak clocks closet clover clown club coach coarse
coastal coaster cobbler cobweb cockpit cocoa coconut coded collie colonel colony column comedy comet command commas
comment commits common company compared compass compiled complete composed computed concerns concert condor confetti
confirm constant contains continue contract controls convent cook cookie copper copy coral corncob corner correct
corridor corvette costs costume cottage cotton council counter courier courtyard cousin covered covers cowbell
coyote cradle cranberry crane crater crayon cream crescent crews cricket critic crocodile crocus crossing cruise
crusade crystal cube cuckoo cucumber cupboard current curtain curve cushion cutlass cyclist cyclone cymbal cypress
daffodil dagger dahlia dairy damage dancer dandelion dashes data dates daughter dawn daylight deadline debarks
debate decade decides decimal decision deckhand declares deer default defender defined deflated degree delivery
demands demo denied denim dentist depends deploys deposit depth deputy describe deserves designer desk desktop
dessert detective device diagonal dialect dialogue diamond diary dice dies diesel differ digits dinghy dinner
diploma directly director disagree dispute dissolve ditch divided docking doctor doctrine document doldrums dolphin
domain domino donkey doorbell dormouse dots doubled doughnut dowry dozen draft dragon drama drawer dresser drizzle
drop dropped druid drum duchess duckling duet dumpling dune during dustpan duty dwarf dynasty eagle earlier early
earring earthworm easel ebb echo eclipse edge edition editor effect either elbow electric element elephant elevator
eligible elk else embark embassy emerald emperor empty enamel encoding encore ends engage engine england enigma
enough enrolled ensign entered enters entry envelope equal equator ermine erratum error escaped escort escrow essay
estuary evening events every exactly example exceeds except excess exchange exists exit expected expended explains
explorer extend extra eyes fable fabric face factory failed failure fair fairway falcon fallen falls false family
fanfare fared farmer fashion faster fathom faucet feather fern festival fetched fever fiction fiddle fields fiesta
fight figures figurine filbert file filled final finch finds finger finished finite firefly fireplace fireship first
fisherman fits fixed flagpole flags flamingo flannel flask flavor fleece flipped flood florist flour flower flute
focused fog foghorn folder follows football footpath forbids foreign forest forge form format fortress forty forward
fossil founded foundry fountain foxglove foxhound fragrance frame france freckle free freezer freight fresco fresh
friend friendly frigate from frost fruit full function fund furnace further gadget gains galaxy gale galleon galley
gallop gangway garden gargoyle garland garlic garnet garrison gatepost gateway gathered gathers gauge gazebo gazelle
genesis geometry geranium gets geyser gherkin giant gift gingham giraffe gives glacier glance glass glider glimpse
glossary glove gnome goal goalpost goblet goes going golden goldfish gondola good goose gopher gorilla gospel
governor grammar grandson granite grape grapeshot gravel gravy great green grew greyhound griffin grocer grog grotto
group growing grown guardian guards guessed guide guitar gunner gunport gunwale gymnast haddock hail haircut hairpin
half halibut hallway halves halyard hamlet hammock hamster handbag handles hands happened harbour hardtack hardware
harmless harmony harness harp harvest hatch hatchet have hawk hawser hayloft hazel heading headlamp headland hears
heaviest hedgehog heirloom held helmet helps hermit heron herring hickory hidden hides highest hillside hilltop
hinge hint historian hobby holds holidays holly hologram holster honest honey honeycomb hoodie horizon hornet
hornpipe horseshoe hotel hourglass hours however humor hundred hunter hurdle husband hyacinth hydrant iceberg icicle
identity idle idol igloo image imports inbox incident included index indigo infantry inflicts inkwell inlet input
insect inside install instant instead integer into inverse invited invoice iris iron island item ivory jackdaw
jacket jaguar jamboree janitor jasmine jelly jersey jester jetty jewel jigsaw jockey join joker journal journey
jubilee judge juggler jump jungle juniper jury kangaroo kayak keel keeps kennel kept kerosene kettle keyboard
keyhole keys keyword kidney kind kindling kingdom kiosk kipper kitchen kite kitten knapsack knight knot koala label
laborer lacks lacquer ladder ladybird lagoon lamppost land landing landlord lantern lapses laptop large lark lasso
lasts late latitude lattice laundry lavender lawful laws lawyer layers layout leaders leaf league learn least leaves
lecture ledger left legend lemon length lenient lentil leopard less letter lettered lettuce level library lifeboat
lifts lighter lightning likely likes lilac lilypad lime limejuice limestone limit linen lioness listens litmus
little lizard llama loan lobster locale lock locket logbook logged lollipop long looked lose lowest lugger lugsail
lullaby lumber lynx macaroni machine mackerel made magazine magician magnet magpie mahogany mailbox mainsail mallet
mammoth mandolin mango manor manual many maple mapping maps marathon marble margin marigold marine markers market
marmot marquee marsh marzipan mascara mascot matter mattress maximum meadow meaning meant medal medicine meets
melodrama melody melon member memory mended menu merchant mercury merely merge meridian mermaid message meteor
midwife mildest milk miner mineral minister minnow minstrel minute mirror mismatch misread missing mission mist
mistakes mizzen moccasin model modifier module molasses moment monastery monocle monsoon monument moonbeam moored
more morning mortar mosaic mostly moth motor mouse movement moves muffin mulberry multiple museum mushroom musician
musket muslin mustang mustard mystery names napkin narrator native naval navy nearest necklace nectar needed needle
nephew network newborn newest newspaper nickel nightcap nobleman none noodle normal northerly notebook nothing
notice novel nowhere nugget numbered nurse nursery nutmeg oak oasis oatmeal obelisk obeys object oboe observer
occasion occupied occur ocean ocelot octopus odyssey offered offers office offline offset often ointment oldest
olive omelette once ones onion only opal opera operates opponent optician option optional oracle orange orbit
orchard orchestra orchid ordered orders ordinary organ origami origin ornament ostrich otter outbox outcome outfit
outgoing outlaw outlet outline outlives outpost output outside oven overcoat owed owner oxygen oyster package packed
padding paddle page pagoda painter pairing pajamas palace palette pancake panda panicked panther pantry papaya paper
paprika parade parasol parcel parchment parlor parsley parsnip part pass passage passed passport password pasture
patchwork path patient patrol pattern pause pavilion payload peacock peanut pearl pebble pedigree pelican pencil
penguin pennant pension people pepper pepperoni perfume perhaps perilous period person petal pharmacy phase pheasant
phone photo physics piano pickaxe pickle picks picnic picture pieces pigeon piglet pilgrim pillow pilot pineapple
pinecone pinned pioneer pipe pirate pistachio pitcher pixels pizza plaice plain planet plank plantain plaster
plastic plateau player plough plum poem points polecat policeman policy pollen polo pony popcorn poplar poppy porch
porridge portrait ports position positive possible poster postman potato pottery pound powder powderkeg prairie
preacher prefer preimage prepared present press pretzel priest primrose prince printed prism private privet prizes
process product professor profile program progress project promises prompt proof prophet proposal proposed prose
protest protocol proves provider public publish pulse pumpkin puppet purchase pure purpose purser puts puzzle
pyramid quadrant quail quarry quartet quartz queen queries question queue quick quiet quill quince quiver quotes
rabbit raccoon radish rafter raids railway rain rainbow raincoat raises raisin ranch rank ransom raspberry rated
rather ration ratline rattle raven razor reached readable reader really rebel rebuild recall receipt received recipe
recorder recover redirect reduced reef referee refers refugee refusal refused regatta regiment region reindeer relay
release relic remains remark remember reminder remove renamed repaired repeated replaced replays report reptile
request required rescue reservoir resolved rest restored result resume retreat return revealed review rewrites
rhubarb rhythm ribbon rights ring ripple rival river robin robot rodeo roller rooster rope rosemary rotation routes
rowboat rows rubbish ruby rudder rug rule rulebook running runs rye sabre safely saffron said sailcloth sails salad
salmon salt sample sandal sandbank sandwich sapphire sardine satchel satellite saucer sausage saved sawmill
saxophone says scallop scanner scarf scenario scholar schooner science scissors scooter scorpion screen screw script
sculptor scuttled seagull sealed seaport season seat seaweed second secret secretary section security seed segment
selected semaphore seminar senator sense sensible sentence sequence sequin sequoia sergeant server service settings
settles setup several sextant shadow shampoo shamrock shapes share shepherd sherbet sheriff ship shipped shipyard
shoal shoelace shores short shoulder shovel shower shrimp shroud shut shutter sidewalk signal signed silence silent
silver since single sinks siren sixth sizes skater skeleton sketch skillet skylark sleet sleigh slipper slips sloop
small smith snail snorkel snow sofa software soldier sonata soon soprano sorted source south space spain spaniel
spares sparrow speaks spec special spectacle spelling spent sphinx spinach spindle spinnaker spiral splinter spoilt
spoken sponge spot spread spring spyglass squadron square squirrel stable stack stadium stallion stamps standard
stands starfish start statue stay stayed steady steam steeple stencil step stereo sterling steward still stirrup
stitch stocking stolen stood stopped stops stored stork stowaway straight stranger straw strength stretch strict
strike strokes struck student studio stumbles style subgroup subject submarine suburb succeeds success such suffice
sugar suit sultan summed summit sums sundial sunflower sunset sunshine supplies supply support surgeon survive
swallow swan sweater swell swimmer switched sword syllable symphony syrup system tabby tablet tactical tactics
tadpole tags tailor takes talk tally tangerine tapestry target taxi teacher teapot teaspoon telescope tells template
temple tender tennis tenth terminal terra terrace terrain terrier tests text textile that theater their them theory
thermos these thimble thing thinly third thirty this thistle thought thousand threads threat three throne through
thrower thrown thunder tick ticket tide tiger tiller timber tinsel titan title toast tobacco toffee together token
told tomato tombola toolbox tools topaz topmost topsails tornado total touch tourist towards tower track tractor
trade tradewind trailing transfer traveler treasure treaty trellis trial tribune tried tripod triumph trolley
trombone troops trophy tropic trousers trout true truffle trumpet trust trying tugboat tulip tunic tunnel turban
turbine turbot turkey turn turnip turquoise turtle tuxedo twelve twenty twice twig twilight twist type typhoon
umbrella uncle unclear under undoes unicorn uniform units unknown unless unpacked unplayed unquoted unsigned until
upon upper upwards used usher usual valid value vampire vanilla vanishes variable varnish vault vectors vehicle
velvet veranda verified version veteran viaduct victory view viking village villain vinegar vineyard violet violin
visitor vitamin volcano vouches voyage vulcan vulture waffle wagon waistcoat waiter walking walnut walrus waltz
wanted warbler wardrobe warning watched watchman waterfall waypoint wedding welder went westerly western whale
whatever wheat wheel when where wherever whether which whirlpool whirlwind whisker whoever wicker widget wildcat
windmill window wins winter wished wisteria with withdraw within without witness wolf wombat woodland wool words
work workshop worse worth would wrapped wreath wrestler writes written wrong wrote yacht yardarm yawl year yeoman
yoga yogurt your yourself zebra zephyr zeppelin zero zigzag zinc zodiac
"""
#: 2048 words, sorted.
WORDS: tuple[str, ...] = tuple(TEXT.split())
