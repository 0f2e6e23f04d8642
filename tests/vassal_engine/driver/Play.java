package driver;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GlobalOptions;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.DrawPile;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.counters.Deck;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.PieceIterator;
import VASSAL.counters.Properties;
import java.awt.Point;
import java.awt.event.ActionEvent;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import javax.swing.Action;

/** A game played by the engine's own commands, and its log written by the engine. */
final class Play {
  private static final int MOST_STEPS = 400;

  private Play() {}

  /** Begins a log, as the menu does it that asks for a file. */
  static Object log(File file) throws Exception {
    final GameModule module = GameModule.getGameModule();
    final BasicLogger logger = module.getBasicLogger();
    ((List<?>) field(BasicLogger.class, "logOutput").get(logger)).clear();
    field(BasicLogger.class, "outputFile").set(logger, file);
    field(BasicLogger.class, "beginningState").set(logger, module.getGameState().getRestoreCommand());
    field(BasicLogger.class, "metadata").set(logger, new SaveMetaData());
    ((Action) field(BasicLogger.class, "endLogAction").get(logger)).setEnabled(true);
    module.setGameFile(file.getName(), GameModule.GameFileMode.LOGGING_GAME);
    return logger.isLogging();
  }

  /** Writes the log. */
  static Object endLog() throws Exception {
    GameModule.getGameModule().getBasicLogger().write();
    return null;
  }

  static Object say(String text) {
    GameModule.getGameModule().getChatter().send("<" + GlobalOptions.getInstance().getPlayerId() + "> - " + text);
    return text;
  }

  /** Sets a global property, as its button does it. */
  static Object set(String name, String value) {
    for (final GlobalProperty each : GameModule.getGameModule().getAllDescendantComponentsOf(GlobalProperty.class)) {
      if (name.equals(each.getConfigureName())) {
        GameModule.getGameModule().sendAndLog(each.setPropertyValue(value));
        return each.getPropertyValue();
      }
    }
    throw new IllegalArgumentException("no property is called " + name);
  }

  /** Clicks the turn tracker on until it shows this text. */
  static Object turnTo(String text) throws Exception {
    final TurnTracker tracker = GameModule.getGameModule().getAllDescendantComponentsOf(TurnTracker.class).get(0);
    final Object widget = field(TurnTracker.class, "turnWidget").get(tracker);
    final Method next = widget.getClass().getDeclaredMethod("doNext");
    next.setAccessible(true);
    final Method shown = TurnTracker.class.getDeclaredMethod("getTurnString");
    shown.setAccessible(true);
    for (int i = 0; i < MOST_STEPS && !text.equals(shown.invoke(tracker)); i++) {
      next.invoke(widget);
    }
    return shown.invoke(tracker);
  }

  /** Drags a counter to a place of a map. */
  static Object carry(GamePiece piece, String map, String place) throws Exception {
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece);
    drop(map, place);
    return Table.piece(piece);
  }

  /** Drags a new counter from the palette to a place of a map. */
  static Object take(String name, String map, String place) throws Exception {
    for (final PieceSlot slot : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
      if (name.equals(slot.getConfigureName())) {
        final GamePiece made = PieceCloner.getInstance().clonePiece(slot.getPiece());
        made.setProperty(Properties.PIECE_ID, slot.getGpId());
        return carry(made, map, place);
      }
    }
    throw new IllegalArgumentException("the palette has no " + name);
  }

  /** Drags a card from a deck to a place of a map: the chosen one, or for "" whichever the deck gives. */
  static Object deal(String deck, String card, String map, String place) throws Exception {
    final Deck found = deck(deck);
    if (!card.isEmpty()) {
      final List<GamePiece> chosen = new ArrayList<>(List.of(Table.named(card)));
      field(Deck.class, "nextDraw").set(found, chosen);
    }
    DragBuffer.getBuffer().clear();
    GamePiece last = null;
    for (final PieceIterator it = found.drawCards(); it.hasMoreElements();) {
      last = it.nextPiece();
      DragBuffer.getBuffer().add(last);
    }
    drop(map, place);
    return Table.piece(last);
  }

  /** Chooses a command of a deck's menu; false if the menu has none of this name. */
  static Object ofDeck(String deck, String command) throws Exception {
    final Method offered = Deck.class.getDeclaredMethod("getKeyCommands");
    offered.setAccessible(true);
    for (final KeyCommand each : (KeyCommand[]) offered.invoke(deck(deck))) {
      if (command.equals(each.getValue(Action.NAME))) {
        each.actionPerformed(new ActionEvent(each, ActionEvent.ACTION_PERFORMED, command));
        return true;
      }
    }
    return false;
  }

  /** The ids in a deck, from the bottom. */
  static Object inside(String deck) {
    final List<Object> ids = new ArrayList<>();
    deck(deck).asList().forEach(piece -> ids.add(piece.getId()));
    return ids;
  }

  private static void drop(String name, String place) throws Exception {
    final Map map = Map.getMapList().stream().filter(each -> name.equals(each.getMapName())).findFirst().orElseThrow();
    final Board board = map.getBoards().iterator().next();
    final Point point = board.getGrid().getLocation(place);
    point.translate(board.bounds().x, board.bounds().y);
    final Command done = map.getComponentsOf(PieceMover.class).get(0).movePieces(map, point);
    GameModule.getGameModule().sendAndLog(done);
    DragBuffer.getBuffer().clear();
  }

  private static Deck deck(String name) {
    return GameModule.getGameModule().getAllDescendantComponentsOf(DrawPile.class).stream()
      .filter(each -> name.equals(each.getConfigureName())).findFirst().orElseThrow().getDeck();
  }

  private static Field field(Class<?> owner, String name) throws Exception {
    final Field found = owner.getDeclaredField(name);
    found.setAccessible(true);
    return found;
  }
}
